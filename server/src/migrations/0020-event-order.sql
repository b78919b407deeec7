-- Events are read in the order of (transaction, id), which was the number of the transaction that wrote them. A transaction takes its
-- number at its first write and may wait after it: the ticket that it then locks may carry events of transactions with higher
-- numbers, behind which its own has to come. So an event bears its transaction's number, or that of the newest one that had ended
-- when it was written, whichever is higher: events of one object, whose writers lock it one after the other, come as they were written.
-- In plpgsql, because there a volatile function sees what has ended by now, not by the begin of the statement that calls it.
create function event_transaction() returns xid8 language plpgsql volatile as $$
begin
  return greatest(pg_current_xact_id(), (pg_snapshot_xmax(pg_current_snapshot())::text::numeric - 1)::text::xid8);
end $$;

alter table event alter transaction set default event_transaction();

-- Every event below this number can be read by now, and whatever else will ever be written lies behind those that can. It is that of
-- the oldest transaction, of those that were open when the statement began, that may have written to `event` by then. One that is
-- still open and holds no lock to write there has not, and will get a number as high as any that has ended. The look at whether it is
-- open comes last, for one that ends lets go of its locks one after the other. docs/decisions/0041 has the proof.
create function event_horizon() returns xid8 language plpgsql stable as $$
declare
  snapshot constant pg_snapshot := pg_current_snapshot();
  without_lock xid[];
begin
  if pg_snapshot_xmin(snapshot) = pg_snapshot_xmax(snapshot) then
    return pg_snapshot_xmax(snapshot);
  end if;
  with held as materialized (
    select virtualtransaction as holder, transactionid, relation from pg_locks
    where granted and (locktype = 'transactionid' and mode = 'ExclusiveLock'
      or locktype = 'relation' and mode = 'RowExclusiveLock' and relation = 'event'::regclass
        and database = (select oid from pg_database where datname = current_database())))
  select coalesce(array_agg(transactionid), '{}') into without_lock from held
    where transactionid is not null and holder not in (select holder from held where relation is not null);
  return coalesce(
    (select number from pg_snapshot_xip(snapshot) number
      where number::xid <> all (without_lock) or pg_xact_status(number) is distinct from 'in progress'
      order by number limit 1),
    pg_snapshot_xmax(snapshot));
end $$;
