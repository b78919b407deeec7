-- The last four characters of a key, by which people tell one from another; null for keys of before.
alter table api_key add ending text;
