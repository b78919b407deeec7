-- The closed days from one day to another. Asking day by day whether it is closed read the closings again for each: with 200 of them and
-- one working minute a week, a ticket took four seconds of the database.
create function closed_days(closings jsonb, first_day date, last_day date) returns datemultirange language sql stable as $$
  select coalesce(range_agg(span), '{}') from (
    select case c.kind
        when 'once' then daterange(c."from"::date, c."to"::date, '[]')
        when 'easter' then daterange(easter_sunday(y) + c.days, easter_sunday(y) + c.days, '[]')
        else daterange(b.begins, greatest(b.begins, b.ends)) end as span
      from jsonb_to_recordset(closings) as c (kind text, "from" text, "to" text, days int)
      cross join generate_series(extract(year from first_day)::int - 1, extract(year from last_day)::int) y
      -- The day after 02-28 is 29 February or 1 March, whichever the year has. Up to 02-29 ends before 1 March.
      cross join lateral (select
        case when c.kind = 'yearly' then case c."from" when '02-29' then make_date(y, 2, 28) + 1
          else (y || '-' || c."from")::date end end as begins,
        case when c.kind = 'yearly' then case c."to" when '02-29' then make_date(y + (c."from" > c."to")::int, 3, 1)
          else (y + (c."from" > c."to")::int || '-' || c."to")::date + 1 end end as ends) b
      where c.kind <> 'once' or y = extract(year from first_day)::int) closed
$$;

create or replace function working_due(company bigint, portal bigint, since timestamptz, hours int) returns timestamptz
  language plpgsql stable as $$
declare
  calendar working_hours;
  closed datemultirange;
  zone text;
  first_day date;
  day date;
  span jsonb;
  begins timestamptz;
  ends timestamptz;
  seconds_left double precision := hours * 3600.0;
begin
  select * into calendar from working_hours w where w.service_company_id = company and (w.portal_id = portal or w.portal_id is null)
    order by w.portal_id nulls last limit 1;
  if not found then
    return since + make_interval(hours => hours);
  end if;
  select p.time_zone into zone from portal p where p.service_company_id = company and p.id = portal;
  first_day := (since at time zone zone)::date;
  closed := closed_days(calendar.closings, first_day, first_day + 3652);
  for n in 0..3652 loop
    day := first_day + n;
    continue when closed @> day;
    for span in select value from jsonb_array_elements(calendar.week -> (extract(isodow from day)::int - 1)) loop
      begins := greatest(since, instant_at(day + make_interval(mins => (span ->> 0)::int), zone));
      ends := instant_at(day + make_interval(mins => (span ->> 1)::int), zone);
      continue when ends <= begins;
      -- Seconds, as an interval of a day is longer or shorter where the clocks change.
      if extract(epoch from ends - begins) >= seconds_left then
        return begins + make_interval(secs => seconds_left);
      end if;
      seconds_left := seconds_left - extract(epoch from ends - begins);
    end loop;
  end loop;
  return since + make_interval(days => 3652);
end $$;
