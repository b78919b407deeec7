-- Whether the message of a code has left: `waiting` for its first try, `delayed` after one that failed, `accepted` by the provider, or
-- `failed` for good. `problem` is what the provider said last. Codes of before are not followed.
alter table signing_code
  add delivery text not null default 'accepted' check (delivery in ('waiting', 'delayed', 'accepted', 'failed')),
  add problem text;
alter table signing_code alter delivery set default 'waiting';
