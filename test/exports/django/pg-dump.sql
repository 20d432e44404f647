--
-- PostgreSQL database dump
--

SET standard_conforming_strings = on;

CREATE TABLE public.auth_user (
    id integer NOT NULL,
    password character varying(128) NOT NULL
);

COPY public.auth_group (id, name) FROM stdin;
1	editors
\.


COPY public.auth_user (id, password, last_login, is_superuser, username, first_name, last_name, email, is_staff, is_active, date_joined) FROM stdin;
1	pbkdf2_sha256$390000$madeUpSalt01$bWFkZS11cCBoYXNoIG1hZGUtdXAgaGFzaCBtYWRlLXU=	2024-01-15 10:30:00	t	ann	Ann	Lee	ann@example.com	t	t	2024-01-15 10:30:00
2	argon2$argon2id$v=19$m=102400,t=2,p=8$bWFkZS11cCBzYWx0$bWFkZS11cCBoYXNoIG1hZGUtdXAgaGFzaCBtYWRlLXU	\N	f	ben	Ben	\N	ben@example.com	f	t	2024-01-15 10:30:00
3	bcrypt$$2b$12$cccccccccccccccccccccuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2	\N	f	cleo	\N	\N	cleo@example.com	f	t	2024-01-15 10:30:00
4	bcrypt_sha256$$2b$12$ddddddddddddddddddddduMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2	\N	f	dan	\N	\N	dan@example.com	f	t	2024-01-15 10:30:00
5	!madeUpNoPasswordMadeUpNoPasswordMadeUpN	\N	f	eve	\N	\N	eve@example.com	f	t	2024-01-15 10:30:00
6	!madeUpNoPasswordMadeUpNoPasswordMadeUpO	\N	f	fay@example.com	\N	\N	\N	f	t	2024-01-15 10:30:00
7	argon2$argon2id$v=19$m=102400,t=2,p=8$bWFkZS11cCBzYWx0$bWFkZS11cCBoYXNoIG1hZGUtdXAgaGFzaCBtYWRlLXU	\N	f	gus	\N	\N	gus@example.com	f	f	2024-01-15 10:30:00
\.


COPY public.django_session (session_key, session_data, expire_date) FROM stdin;
abc	def	2024-02-01 00:00:00+00
\.


COPY public.socialaccount_socialaccount (id, provider, uid, last_login, date_joined, extra_data, user_id) FROM stdin;
1	google	103547991597142000005	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	{"email": "eve@mail.example"}	5
2	github	4816	2024-01-15 10:30:00.000000+00	2024-01-15 10:30:00.000000+00	{"login": "fay"}	6
\.
