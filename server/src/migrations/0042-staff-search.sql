-- The staff search all messages of their company. What is stored are words behind the id of their contact; these indexes have them behind
-- the id of the company, so that a search reads the entries of one company only. The cost keeps the planner from calling this for each row.
create function company_words(company bigint, words tsvector) returns tsvector language sql immutable parallel safe cost 10000
  return array_to_tsvector(array(
    select distinct company || ':' || substr(lexeme, strpos(lexeme, ':') + 1) from unnest(words)));

alter table internal_note add words tsvector not null default '';
update internal_note n set words = array_to_tsvector(array(
  select distinct n.contact_id || ':' || left(word, 40)
  from regexp_split_to_table(lower(regexp_replace(n.message, '<[^>]*>|&[a-z]+;', ' ', 'g')), '[^[:alnum:]]+') word where word <> ''));
alter table internal_note alter words drop default;

create index ticket_company_words on ticket using gin (company_words(service_company_id, words));
create index comment_company_words on comment using gin (company_words(service_company_id, words));
create index internal_note_company_words on internal_note using gin (company_words(service_company_id, words));
-- Titles are among the words of a ticket.
drop index ticket_title;

-- Invoices and assets are found by the beginnings of the words of their number or name; a number also without its leading zeros.
create function text_words(company bigint, folded text) returns tsvector language sql immutable parallel safe cost 10000
  return array_to_tsvector(array(
    select distinct company || ':' || x from regexp_split_to_table(folded, '[^[:alnum:]]+') word,
      unnest(array[left(word, 40), ltrim(left(word, 40), '0')]) x where x <> ''));

create index invoice_company_words on invoice using gin (text_words(service_company_id, search_text));
create index wiki_element_company_words on wiki_element using gin (text_words(service_company_id, search_text));
