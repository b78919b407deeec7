-- An address may be known in parts; `address` is what is shown. Who has one line only keeps it.
alter table contact add address_parts jsonb;
