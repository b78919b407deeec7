-- "Armadio 2" stands before "Armadio 10" in every list by name: the numbers in what orders a row have 12 digits, as `naturalOrder` in
-- server/src/kernel/search-words.ts writes them. The texts are folded already.
create function pg_temp.padded(text) returns text language sql immutable as $$
  select coalesce(string_agg(case when part[1] ~ '^[0-9]' then lpad(part[1], greatest(12, length(part[1])), '0') else part[1] end, ''
    order by place), '')
  from regexp_matches($1, '[0-9]+|[^0-9]+', 'g') with ordinality as parts (part, place)
$$;

-- Company files were searched in what orders them.
alter table document add column search_text text;
update document set search_text = name_order, name_order = pg_temp.padded(name_order);
alter table document alter column search_text set not null;

update public_file set name_order = pg_temp.padded(name_order) where name_order ~ '[0-9]';
update activity_contract set name_order = pg_temp.padded(name_order) where name_order ~ '[0-9]';
update service_contract set name_order = pg_temp.padded(name_order) where name_order ~ '[0-9]';
update wiki_element set folder_order = pg_temp.padded(folder_order), name_order = pg_temp.padded(name_order)
  where folder_order ~ '[0-9]' or name_order ~ '[0-9]';
update ticket set title_order = pg_temp.padded(title_order) where title_order ~ '[0-9]';

drop function pg_temp.padded(text);
