-- The key that a portal had at first, or has now if it was renamed before. Mails and calendar entries are named by it: mail programs and calendars
-- know those names for good, also after the portal is renamed.
alter table portal add column first_key text;
update portal set first_key = web_portal_key;

create function keep_first_key() returns trigger language plpgsql as $$
begin
  new.first_key := new.web_portal_key;
  return new;
end $$;
create trigger first_key before insert on portal for each row execute function keep_first_key();

alter table portal alter column first_key set not null;
