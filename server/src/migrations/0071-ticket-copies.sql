-- Who was in copy of the mail that raised a ticket, until a message names others; and how many of them are outside the contact and the company.
alter table ticket
  add cc_list text,
  add outside_addresses smallint not null default 0;
