-- The visit or booking whose mail a received mail answers, where it has no ticket: what waits for the staff names it.
alter table received_mail add planned_activity_id bigint, add appointment_id bigint;
