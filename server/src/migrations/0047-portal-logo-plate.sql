-- Whether a white plate is behind the logo of a portal.
alter table portal add logo_plate boolean not null default false;
