-- A portal may be made without steps: the first ticket that needs an open or a closed one makes it, behind any that the service
-- company adds later.
create function first_step(company bigint, portal bigint, status smallint) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  for turn in 1..2 loop
    select s.id into found_id from task_step s
      where s.service_company_id = company and s.portal_id = portal and s.task_status = status
      order by s.position, s.id limit 1;
    if found_id is not null then return found_id; end if;
    -- Two tickets at once agree on one: the second waits here, and looks again.
    perform from portal p where p.service_company_id = company and p.id = portal for no key update;
  end loop;
  insert into task_step (service_company_id, portal_id, name, task_status, position)
    values (company, portal, (array['Aperto', 'In attesa', 'Chiuso'])[status + 1], status, 1000000)
    returning id into found_id;
  return found_id;
end $$;
