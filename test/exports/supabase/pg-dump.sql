--
-- PostgreSQL database dump
--

\restrict madeUpToken

-- Dumped from database version 15.6

SET statement_timeout = 0;
SET standard_conforming_strings = on;

COPY auth.audit_log_entries (instance_id, id, payload, created_at, ip_address) FROM stdin;
00000000-0000-0000-0000-000000000000	5ba5e000-0000-4000-8000-000000000009	{"action":"login"}	2024-01-15 10:30:00.000000+00	::1
\.


COPY auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, id) FROM stdin;
5ba5e000-0000-4000-8000-000000000001	5ba5e000-0000-4000-8000-000000000001	{"sub": "5ba5e000-0000-4000-8000-000000000001", "email": "u1@mail.example", "email_verified": true}	email	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	5ba5e000-0000-4000-8000-000000000008
103547991597142000002	5ba5e000-0000-4000-8000-000000000002	{"sub": "103547991597142000002", "email": "u2@mail.example", "email_verified": true}	google	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	5ba5e000-0000-4000-8000-000000000008
4815	5ba5e000-0000-4000-8000-000000000009	{"sub": "4815", "email": "u9@mail.example", "email_verified": true}	github	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	5ba5e000-0000-4000-8000-000000000008
\.


COPY auth.schema_migrations (version) FROM stdin;
20240101000000
\.


COPY auth.sessions (id, user_id, created_at) FROM stdin;
\.


COPY auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at, phone, phone_confirmed_at, banned_until, is_sso_user, deleted_at, is_anonymous) FROM stdin;
00000000-0000-0000-0000-000000000000	5ba5e000-0000-4000-8000-000000000001	authenticated	authenticated	ann@example.com	$2a$10$aaaaaaaaaaaaaaaaaaaaauMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2	2024-01-15 10:30:00.000000+00		\N	{"provider": "email", "providers": ["email"]}	{"note": "line one\\nline two"}	\N	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	\N	\N	\N	f	\N	f
00000000-0000-0000-0000-000000000000	5ba5e000-0000-4000-8000-000000000002	authenticated	authenticated	ben@example.com		2024-01-15 10:30:00.000000+00		\N	{"provider": "google", "providers": ["google"]}	{"note": "line one\\nline two"}	\N	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	\N	\N	\N	f	\N	f
00000000-0000-0000-0000-000000000000	5ba5e000-0000-4000-8000-000000000003	authenticated	authenticated	\N		\N		\N	{"provider": "phone", "providers": ["phone"]}	{"note": "line one\\nline two"}	\N	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	14155550103	2024-01-15 10:30:00.000000+00	\N	f	\N	f
00000000-0000-0000-0000-000000000000	5ba5e000-0000-4000-8000-000000000004	authenticated	authenticated	dan@example.com	$2a$10$ddddddddddddddddddddduMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2	2024-01-15 10:30:00.000000+00		\N	{"provider": "email", "providers": ["email"]}	{"note": "line one\\nline two"}	\N	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	\N	\N	\N	f	2024-01-15 10:30:00.000000+00	f
\.


COPY public.profiles (id, email, full_name, avatar_url) FROM stdin;
5ba5e000-0000-4000-8000-000000000001	ann@example.com	Ann Lee	\N
\.


\unrestrict madeUpToken
