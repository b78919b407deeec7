-- Answers name the mails that they answer by their ids, and copies of a mail have the same one.
create index received_mail_message_id on received_mail (service_company_id, message_id) where message_id is not null and state = 'taken';
