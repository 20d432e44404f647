/**
 * An export of an imaginary company's own table: everything a real one has, made up. Nobody in it exists. The
 * password of ada@example.com is "correct horse", for a sign-in at the rehearsal core; the others are random words
 * that nobody kept.
 */
export const sampleUsersCsv = `user_id,email,email_confirmed,mobile,password_hash,provider,provider_id,blocked,signed_up
u-1001,ada@example.com,true,,$2b$10$RhTqLe2KO9IIv3Bi/yvOj.Xy2.IRoanymz3.0j.LnNe9qf7/NJ5G.,,,false,2024-03-11
u-1002,grace@example.com,true,,$2b$10$hEMhZ3z9ewxon5Ai8/8i8.FsypXsZC50aukRkMKxFw2QTfi3oRrru,,,false,2024-04-12
u-1003,alan@example.org,true,,$2a$10$LU8fdga7NKh//SNluPtfCesp7TfAqQ12GE8uI0tSGykJakx93XR7O,,,false,2024-05-13
u-1004,Katherine@Example.com,true,,$2b$10$97TSc/Xln6sNRuT8ZqHWbOVXyRxqm/2yYBEEpwzzs90fFESzSyWQW,,,false,2024-06-14
u-1005,edsger@example.net,true,,$2y$10$yJV7OliC/UcoiW758Dq30O7RDmoI5GCmAX0VD950xZznKuXQ2Vzlu,,,false,2024-07-15
u-1006,barbara@example.org,true,+14155550101,$2b$10$Agjo/K.niA.qLT2i9NU7R.BjkKXFg8hq.oJbTHPfiC2yCWTtAbGnC,,,false,2024-08-16
u-1007,donald@example.com,true,,$2b$10$yEkgmRDkx8OZvkPjHXIXLe65jA.aueIeLWMl1wDF79mroDRym3FPG,,,false,2024-09-17
u-1008,margaret@example.com,true,,$2a$10$wySp/im41bPRQKRjS.Ilxeb5wBsFRJu6/3pC14dr6HODXMN4JT21q,,,false,2024-01-18
u-1009,tim@example.net,true,,$2b$10$DulGD2OGoXmu3aFAR4ftPO7fKu/7MnZxr0.980y2jwsLAH.oNkKAS,,,false,2024-02-19
u-1010,radia@example.org,true,,$2b$10$4/kTQrbdW0lfmb0rVZoo9.3KEYZrvPhqnFX9Uq.aFCIsAn1k4Ohii,,,false,2024-03-10
u-1011,dennis@example.com,false,,$2b$10$tnyk4sBx7H1yE1HR.hcXBOkpcCj.Nzny2202Q55K0b3grhFRz0Igu,,,false,2024-04-11
u-1012,frances@example.com,true,,$2b$10$2agKYdLrjwYALSNicqsyDOFUBA0ftSNb8F0bL7AUWE4BC18.6FCdW,,,false,2024-05-12
u-1013,john@example.net,true,,$2b$10$iHcdakdzBWM8O2aFIlD9xOqSlaz8EgJbm53F52VM3gCM3bL9oie4C,,,false,2024-06-13
u-1014,hedy@example.org,true,,"$argon2id$v=19$m=19456,t=2,p=1$2tVUKZ+cHGrdkv7C+abjOA$4YLT/Uh25yGEbkQuOa3OViknHEZV3ZmXRpWB6Pom/j0",,,false,2024-07-14
u-1015,shannon@example.com,true,,"$argon2id$v=19$m=19456,t=2,p=1$w3dkIAGjaptxXjlgMWtuog$v4SFN1PWXpXQsvX4vJRHkkVhwtgvUpvZhm8nn6grRuQ",,,false,2024-08-15
u-1016,mary@example.net,true,,"$argon2id$v=19$m=19456,t=2,p=1$mrLt7oCFkPdteg8AuJUqjw$RXnysS2KCKTdQL/23N1UaPA7WJNoDeyxRQLoUmKxUe4",,,false,2024-09-16
u-1017,leslie@example.org,true,,"$argon2id$v=19$m=19456,t=2,p=1$UuM46OsPpKcI9p0KmyjPGg$JVND9d8EQMNK6KYAbo8F9oDH7hqCYkXH32+CXCFjzb0",,,false,2024-01-17
u-1018,linus@example.com,true,,,google,108210000000000000101,false,2024-02-18
u-1019,anita@example.com,true,,,google,108210000000000000102,false,2024-03-19
u-1020,ken@example.org,true,,,google,108210000000000000103,false,2024-04-10
u-1021,adele@example.net,true,,,google,108210000000000000104,false,2024-05-11
u-1022,guido@example.org,true,,,github,5550101,false,2024-06-12
u-1023,brian@example.com,true,,,github,5550102,false,2024-07-13
u-1024,sophie@example.net,true,,,github,5550103,false,2024-08-14
u-1025,ivan@example.org,true,,,windowslive,a1b2c3d4e5f60718,false,2024-09-15
u-1026,,,+14155550102,,,,false,2024-01-16
u-1027,,,+442079460103,,,,false,2024-02-17
u-1028,,,030 23125 104,,,,false,2024-03-18
u-1029,newsletter@example.com,true,,,,,false,2024-04-19
u-1030,grace@example.com,true,,$2b$10$VRM07NH6P7d/YVtHV6eaM.wBVz0iTzRbyC6E/s4K5W5T6woipVdZC,,,false,2024-05-10
u-1031, TIM@example.net,true,,$2b$10$f5p4OtUGDlhXZdagh2NQHOv55H2RI16VWAMXTSMdqhbCfSCtWN1q2,,,false,2024-06-11
u-1032,evelyn@example.org,true,,pbkdf2_sha256$600000$madeupsalt$3/1jY6o7Olx6kGef03yogkPMdfq4ZzhmPcwSDEuxG9k=,,,false,2024-07-12
u-1033,old-forum@example.net,true,,acd88f0b88a51f039d45bc9e1edc2e65,,,false,2024-08-13
u-1034,cut@example.com,true,,$2b$10$WgUe9SoC35hqCJez0BEU6uODFisxWZTn7s,,,false,2024-09-14
u-1035,no-at-sign.example.com,true,,$2b$10$5yOrgXPTAoBKXNJUHlOuTOXoT2NGa8/EqGrYZzQ70cv89rIVgT/ze,,,false,2024-01-15
u-1036,blocked@example.com,true,,$2b$10$HSkzJxopFsd5VqAEfNUWK.BeObfCLz6ATseURgA0KHwMzHcyVGZwe,,,true,2024-02-16
u-1900,broken@example.org,true,one cell,too many,in,this,row,and,another,2024-02-11
`
