-- A password hash that came with an import is replaced by one of ours when its owner signs in. What it was is remembered by its
-- SHA-256, so that the same import, run again, leaves the newer one.
alter table web_user add replaced_hash bytea;
