-- How often an appointment has changed since it was booked, as calendars count it; until now cancelling was the one change.
alter table appointment add sequence int not null default 0;
update appointment set sequence = 1 where cancelled_at is not null;

-- The bookings that somebody still has before them.
create index appointment_ahead on appointment (service_company_id, portal_id, starts_at) where cancelled_at is null;
