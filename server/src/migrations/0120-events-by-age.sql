-- For the cleanup, which would read the whole table every hour. Events are stored in the order of their time, so the smallest kind of index serves.
create index event_by_age on event using brin (created_at);
