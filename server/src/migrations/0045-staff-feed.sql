-- What the staff do, for readers of the feed who ask for it by type. No open screen is told of these rows: they come with others that
-- are for screens. `internal_note_id` names a note, whose text is in no event.
alter table event
  add by_staff boolean not null default false,
  add staff_user_id bigint,
  add internal_note_id bigint,
  add check (contact_id is not null or internal_note_id is null),
  add foreign key (service_company_id, staff_user_id) references staff_user on delete set null (staff_user_id),
  add foreign key (service_company_id, portal_id, contact_id, internal_note_id) references internal_note on delete cascade;
drop index event_feed;
create index event_feed on event (service_company_id, transaction, id) where by_customer or by_staff;
