-- Whether a sender whom nobody knows gets an answer is a setting of the portal; it was one of each of its mailboxes.
alter table portal add answers_strangers boolean not null default false;
update portal p set answers_strangers = true where exists (select from mailbox x
  where x.service_company_id = p.service_company_id and x.portal_id = p.id and x.answers_strangers);
alter table mailbox drop column answers_strangers;
