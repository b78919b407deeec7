-- What staff have begun to write on a ticket and not sent. `cc_list` is as typed. The uploads that it names are not claimed.
create table staff_draft (
  service_company_id bigint not null,
  portal_id bigint not null,
  contact_id bigint not null,
  ticket_id bigint not null,
  staff_account_id bigint not null,
  mode text not null check (mode in ('answer', 'note')),
  message text not null,
  cc_list text,
  file_ids bigint[] not null,
  changed_at timestamptz not null,
  primary key (service_company_id, portal_id, contact_id, ticket_id, staff_account_id, mode),
  foreign key (service_company_id, portal_id, contact_id, ticket_id) references ticket on delete cascade,
  foreign key (service_company_id, staff_account_id) references staff_account on delete cascade
);
create index staff_draft_account on staff_draft (service_company_id, staff_account_id, changed_at);
