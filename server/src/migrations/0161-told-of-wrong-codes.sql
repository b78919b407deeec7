-- Whether the owner was mailed about this wrong code of a second factor, and those before it.
alter table sign_in_failure add told boolean not null default false;
