-- The staff's tickets name their portal, too: see 0032-names-version.sql.
create constraint trigger names_version after update on portal deferrable initially deferred for each row
  when ((old.web_portal_key, old.web_portal_name, old.base_color) is distinct from (new.web_portal_key, new.web_portal_name, new.base_color))
  execute function increase_names_version();
