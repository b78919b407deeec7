-- Bookings by visitors whom nobody knows. `confirm_until` is set while such a booking only holds its time: the visitor has to confirm
-- it through the link whose key hashes to `confirmation_hash`. `email_proven` says that the address belongs to whoever booked, so
-- that mail to it may repeat what was typed; bookings that were made before this are treated as unproven.
alter table portal add confirm_bookings boolean not null default false;

alter table appointment
  add confirm_until timestamptz,
  add confirmation_hash bytea unique,
  add email_proven boolean not null default false;
alter table appointment alter email_proven set default true;

-- One row a booking by an unknown visitor, kept for an hour, to limit how many an address makes.
create table public_booking (
  service_company_id bigint not null references service_company on delete cascade,
  address text not null,
  booked_at timestamptz not null
);
create index public_booking_address on public_booking (service_company_id, address, booked_at);
create index public_booking_age on public_booking (booked_at);

-- The few bookings whose time may have to be given up.
create index appointment_unconfirmed on appointment (confirm_until) where confirm_until is not null and cancelled_at is null;
