-- That somebody has looked at the customer of a row holds for the customer of the row, whatever its id becomes when customers are merged.
alter table publish_item add customer_confirmed boolean not null default false;
update publish_item set customer_confirmed = true where confirmed_contact_id = contact_id;
alter table publish_item drop confirmed_contact_id;
