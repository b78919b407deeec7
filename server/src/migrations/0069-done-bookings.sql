-- A booking without a customer that was kept. One with a customer has its state in its planned activity.
alter table appointment add done_at timestamptz;
