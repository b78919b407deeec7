-- A contact that opens only to sessions with a second factor.
alter table contact add second_factor_required boolean not null default false;
