--
-- PostgreSQL database dump
--

SET standard_conforming_strings = on;

COPY public."Account" (id, "userId", type, provider, "providerAccountId", access_token) FROM stdin;
a1	cm0madeup0000userid000002	oauth	google	103547991597142000002	\N
a2	cm0madeup0000userid000003	oidc	github	4815	\N
a3	cm0madeup0000userid000009	oauth	google	103547991597142000009	\N
\.


COPY public."Session" (id, "sessionToken", "userId", expires) FROM stdin;
s1	madeup	cm0madeup0000userid000001	2024-02-01 00:00:00
\.


COPY public."User" (id, name, email, "emailVerified", image) FROM stdin;
cm0madeup0000userid000001	Ann	ann@example.com	2024-01-15 10:30:00	\N
cm0madeup0000userid000002	Ben	ben@example.com	\N	https://example.com/b.png
cm0madeup0000userid000003	Cleo	cleo@example.com	2024-01-15 10:30:00	\N
cm0madeup0000userid000004	Dan	dan@example.com	\N	\N
\.
