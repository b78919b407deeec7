-- The customer as whose person somebody of the staff looked.
alter table security_event add contact_id bigint;
drop index security_event_same;
create unique index security_event_same on security_event
  (minute, what, result, reason, service_company_id, portal_id, contact_id, web_user_id, api_key_id, staff_account_id, by_staff_account_id,
    address) nulls not distinct;
