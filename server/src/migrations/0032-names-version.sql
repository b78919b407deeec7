-- A process may keep the names of a service company's ticket types, steps, groups and people while this number stays the same: every
-- transaction that changes one of these names increases it. New rows need no increase, because nobody can have read them before.
alter table service_company add names_version bigint not null default 0;

-- Deferred to the commit, so that no lock on the service company is waited for while others are requested. The setting lasts for the
-- transaction: one that renames thousands of people updates the row once.
create function increase_names_version() returns trigger language plpgsql as $$
begin
  if current_setting('portico.names_version', true) is distinct from old.service_company_id::text then
    perform set_config('portico.names_version', old.service_company_id::text, true);
    update service_company set names_version = names_version + 1 where id = old.service_company_id;
  end if;
  return null;
end $$;

create constraint trigger names_version after update on task_type deferrable initially deferred for each row
  when ((old.name, old.color) is distinct from (new.name, new.color)) execute function increase_names_version();
create constraint trigger names_version after update on task_step deferrable initially deferred for each row
  when (old.name is distinct from new.name) execute function increase_names_version();
create constraint trigger names_version after update on staff_group deferrable initially deferred for each row
  when (old.name is distinct from new.name) execute function increase_names_version();
create constraint trigger names_version after update on staff_user deferrable initially deferred for each row
  when ((old.first_name, old.last_name, old.display_name, old.picture_id)
    is distinct from (new.first_name, new.last_name, new.display_name, new.picture_id)) execute function increase_names_version();
create constraint trigger names_version after update on picture deferrable initially deferred for each row
  when (old.name is distinct from new.name) execute function increase_names_version();
create constraint trigger names_version after update on web_user deferrable initially deferred for each row
  when (old.user_name is distinct from new.user_name) execute function increase_names_version();
create constraint trigger names_version after update on contact deferrable initially deferred for each row
  when (old.company_name is distinct from new.company_name) execute function increase_names_version();
create constraint trigger names_version after update on membership deferrable initially deferred for each row
  when (old.referent_name is distinct from new.referent_name) execute function increase_names_version();
-- A membership is named by its web user, who can get another one after it.
create constraint trigger names_version_delete after delete on membership deferrable initially deferred for each row
  execute function increase_names_version();
