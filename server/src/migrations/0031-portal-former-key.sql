-- The key that a portal had until a version of the product reserved it as a word: its old addresses redirect by it. Without this column,
-- any portal with such a name would take the addresses of the product that begin with the word.
alter table portal add former_key text unique;
