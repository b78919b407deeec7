-- Contracts are found by words with numbers as they are written too: in `name_order` numbers have 12 digits, so that `DL360` was not there.
drop index activity_contract_company_words;
create index activity_contract_company_words on activity_contract
  using gin (text_words(service_company_id, name_order || ' ' || lower(name)));
drop index service_contract_company_words;
create index service_contract_company_words on service_contract
  using gin (text_words(service_company_id, name_order || ' ' || lower(name)));
