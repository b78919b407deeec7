export const connection = {
  offline: 'You are offline.',
  offlineText: 'What you write stays here, and the portal goes on by itself.',
  away: 'The portal is not answering.',
  awayText: 'What you write stays here. We keep trying.',
  back: 'The connection is back',
  outdated: 'There is a new version of the portal.',
  outdatedText: 'It is loaded when you go to another page.',
  reload: 'Reload now',
}
