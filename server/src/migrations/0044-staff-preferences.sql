-- What an employee has chosen for the staff room, and when the account signed in last. `language` null: that of the browser. Without `keys`
-- single letters are no shortcuts.
alter table staff_account
  add language text check (language in ('it-IT', 'en-EN', 'es-ES')),
  add keys boolean not null default true,
  add last_sign_in_at timestamptz;
update staff_account a set last_sign_in_at = (select max(s.last_used_at) from staff_sign_in_address s
  where s.service_company_id = a.service_company_id and s.staff_account_id = a.id);
