-- Two tickets that belong together, of any portals of a company: a row for each, with the same `link_id`, so that each row is of its ticket's
-- contact alone. `kind` is what the other ticket is to this one: linked by staff (`related`); where this one goes on (`mergedInto`), or
-- what was taken in (`merged`); where text was copied to, or from. Only the staff read this table.
create sequence ticket_link_id;
create table ticket_link (
  service_company_id bigint not null,
  portal_id bigint not null,
  contact_id bigint not null,
  ticket_id bigint not null,
  link_id bigint not null,
  kind text not null check (kind in ('related', 'mergedInto', 'merged', 'copiedTo', 'copiedFrom')),
  staff_user_id bigint not null,
  linked_on timestamptz not null,
  primary key (service_company_id, portal_id, contact_id, ticket_id, link_id),
  foreign key (service_company_id, portal_id, contact_id, ticket_id) references ticket on delete cascade,
  foreign key (service_company_id, staff_user_id) references staff_user
);
create index ticket_link_link on ticket_link (service_company_id, link_id);

-- Where a message that a merge has copied comes from, `comment 12`, or `ticket 3` for a description, so that no ticket gets it twice;
-- `merge` is the message that leads from a merged ticket to the other one.
alter table comment add origin text;

-- A copied message has the files of the first one.
alter table ticket_file drop constraint ticket_file_pkey,
  add primary key (service_company_id, portal_id, contact_id, file_id, ticket_id);
