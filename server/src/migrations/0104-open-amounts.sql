-- What is still to be collected of an invoice, as the company's programs say; null: none says.
alter table invoice add open_amount numeric(14, 2);
