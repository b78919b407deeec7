-- When a company works, and a portal that has hours of its own. `week`: seven arrays from Monday on, of pairs of minutes of the day.
-- `closings`: days on which nobody works, as the contract has them.
create table working_hours (
  service_company_id bigint not null references service_company on delete cascade,
  portal_id bigint,
  week jsonb not null,
  closings jsonb not null,
  version bigint not null default 1,
  changed_at timestamptz not null,
  unique nulls not distinct (service_company_id, portal_id),
  foreign key (service_company_id, portal_id) references portal on delete cascade
);

-- By the anonymous Gregorian algorithm.
create function easter_sunday(y int) returns date language plpgsql immutable as $$
declare
  a int := y % 19;
  b int := y / 100;
  c int := y % 100;
  h int := (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
  l int := (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
  n int := h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114;
begin
  return make_date(y, n / 31, n % 31 + 1);
end $$;

create function is_closed(closings jsonb, day date) returns boolean language sql immutable as $$
  select exists (
    select from jsonb_to_recordset(closings) as c (kind text, "from" text, "to" text, days int)
    where case c.kind
      when 'once' then day between c."from"::date and c."to"::date
      when 'easter' then day = easter_sunday(extract(year from day)::int) + c.days
      when 'yearly' then case when c."from" <= c."to" then to_char(day, 'MM-DD') between c."from" and c."to"
        else to_char(day, 'MM-DD') >= c."from" or to_char(day, 'MM-DD') <= c."to" end
    end)
$$;

-- The instant of a local time. A time that a clock change skips counts as one hour later; of one that it repeats the first is meant, where
-- PostgreSQL takes the second.
create function instant_at(wall timestamp, zone text) returns timestamptz language sql stable as $$
  select case when ((wall at time zone zone) - interval '1 hour') at time zone zone = wall
    then (wall at time zone zone) - interval '1 hour' else wall at time zone zone end
$$;

-- When as many working hours have passed. Around the clock where no hours are set; ten years ahead where they never pass.
create function working_due(company bigint, portal bigint, since timestamptz, hours int) returns timestamptz language plpgsql stable as $$
declare
  calendar working_hours;
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
  for n in 0..3652 loop
    day := first_day + n;
    continue when is_closed(calendar.closings, day);
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

create or replace function set_due_at() returns trigger language plpgsql as $$
begin
  select working_due(new.service_company_id, new.portal_id, new.created_on, y.due_hours) into new.due_at from task_type y
    where y.service_company_id = new.service_company_id and y.portal_id = new.portal_id and y.id = new.task_type_id
      and y.due_hours is not null;
  return new;
end $$;
