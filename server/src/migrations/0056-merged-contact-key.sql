-- Like every table of a contact: the key begins with the contact, here the one that stays.
drop index merged_contact_contact;
alter table merged_contact
  drop constraint merged_contact_pkey,
  add primary key (service_company_id, portal_id, contact_id, id),
  add unique (service_company_id, id);
