-- How many lines of a mail are folded, and whether they are shown at once. Of mails that are here the lines are counted at the ends of blocks,
-- and they stay folded; where nothing but empty blocks was folded, nothing is any more.
alter table received_mail
  add column quoted_lines integer,
  add column quoted_open boolean not null default false;

update received_mail r set
    quoted_lines = counted.lines,
    quoted_html = case when counted.lines > 0 then r.quoted_html end
  from (select m.service_company_id, m.id, (select nullif(count(*), 0)
      from regexp_split_to_table(m.quoted_html, '<(?:br|hr) />|</(?:p|div|h[2-4]|li|blockquote|pre)>|\n') as line
      where regexp_replace(line, '<[^>]*>|&gt;|[\s\u00a0\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g') <> '') as lines
    from received_mail m where m.quoted_html is not null) as counted
  where r.service_company_id = counted.service_company_id and r.id = counted.id;
