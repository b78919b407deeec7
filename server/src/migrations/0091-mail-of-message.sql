-- The mail that a message was written by, also where a merge has copied the message.
create index received_mail_comment on received_mail (service_company_id, comment_id) where comment_id is not null;
create index received_mail_note on received_mail (service_company_id, note_id) where note_id is not null;
