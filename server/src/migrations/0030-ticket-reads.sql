-- How far each web user has read each ticket: up to this message of its conversation, by the order in which it is shown. The place is
-- kept, not only the message, which may be removed.
create table ticket_read (
  service_company_id bigint not null,
  portal_id bigint not null,
  contact_id bigint not null,
  ticket_id bigint not null,
  web_user_id bigint not null,
  read_to timestamptz not null,
  comment_id bigint not null,
  primary key (service_company_id, portal_id, contact_id, ticket_id, web_user_id),
  foreign key (service_company_id, portal_id, contact_id, ticket_id) references ticket on delete cascade,
  foreign key (service_company_id, portal_id, contact_id, web_user_id) references membership on delete cascade
);
create index ticket_read_membership on ticket_read (service_company_id, portal_id, contact_id, web_user_id);

-- What was written before it counts as read where nothing else is known: before this migration, or before somebody was let in.
alter table membership add unread_since timestamptz not null default now();
