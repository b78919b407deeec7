-- When a key of the operator API ends by itself; null: never.
alter table api_key add column expires_at timestamptz;
