-- Version 6: which login of the core a call of the baseline created, and the email that it carried.

ALTER TABLE baseline_call ADD COLUMN core_user_id TEXT;
ALTER TABLE baseline_call ADD COLUMN email TEXT;
