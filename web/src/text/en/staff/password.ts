export const staffPassword = {
  password: 'Password',
  repeat: 'Repeat the password',
  show: 'Show password',
  hide: 'Hide password',
  rules: 'At least {{count}} characters: no common password, no names of yours or of the company. A sentence is fine.',
  tooShort: 'Use at least {{count}} characters',
  differ: 'The two passwords are not the same',
  weak: 'Too easy to guess: choose a longer one, without names or common words',
  strength: 'Strength',
  missing_one: '{{count}} more character',
  missing_other: '{{count}} more characters',
  level: {
    named: 'Contains your name or that of the company',
    weak: 'Easy to guess',
    good: 'Good',
    strong: 'Very good',
  },
}
