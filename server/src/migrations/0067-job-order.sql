-- Jobs of one kind with the same key run one after the other, in the order of their ids.
alter table job add ordering_key text;
create index job_ordering on job (kind, ordering_key, id) where ordering_key is not null and given_up_at is null;
