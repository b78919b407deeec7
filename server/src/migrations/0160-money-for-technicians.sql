-- Whether technicians see what the office sees of money. Off, also where the company has been there before.
alter table service_company add technicians_see_money boolean not null default false;
