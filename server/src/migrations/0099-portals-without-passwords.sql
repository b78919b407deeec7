-- A portal whose people sign in by mailed link or passkey alone.
alter table portal add disable_passwords boolean not null default false;

-- When a user first came in by an invitation. Who has chosen no password is told by it from who was only invited.
alter table web_user add accepted_at timestamptz;

-- How a session was opened, and by what second factor: a password does not open a portal without passwords. Null: before this was kept.
alter table session
  add method text check (method in ('password', 'link', 'passkey', 'invitation', 'recovery')),
  add second_factor text check (second_factor in ('totp', 'recoveryCode', 'passkey'));
-- Who has confirmed an authenticator app has given a code of it in every session that is left.
update session s set second_factor = 'totp' from second_factor f
  where f.service_company_id = s.service_company_id and f.web_user_id = s.web_user_id and f.confirmed_at is not null;

alter table sign_in_ticket add method text;
