-- An adjustment is of minutes or of units, as the contract or package counted when it was made. Those that a process of the version before still
-- makes have null, and count as the contract does.
alter table contract_adjustment add column in_hours boolean;
update contract_adjustment j set in_hours = t.in_hours from activity_contract t
  where t.service_company_id = j.service_company_id and t.portal_id = j.portal_id and t.contact_id = j.contact_id
    and t.id = j.activity_contract_id;
update contract_adjustment j set in_hours = k.in_hours from contract_package k
  where k.service_company_id = j.service_company_id and k.portal_id = j.portal_id and k.contact_id = j.contact_id
    and k.id = j.contract_package_id;
