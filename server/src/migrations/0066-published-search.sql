-- The staff find what is published by the beginnings of words, of its title or number and of its file's name.
create index estimate_company_words on estimate using gin (text_words(service_company_id, search_text));
create index activity_report_company_words on activity_report using gin (text_words(service_company_id, search_text));
create index document_company_words on document using gin (text_words(service_company_id, search_text));
create index file_company_words on file using gin (text_words(service_company_id,
    translate(lower(name), 'àáâäãèéêëìíîïòóôöõùúûüñç', 'aaaaaeeeeiiiiooooouuuunc')))
  where purpose in ('invoice', 'estimate', 'report', 'document');
