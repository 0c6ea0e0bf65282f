BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE entry (
	room INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	seat INTEGER, 
	turn INTEGER, 
	move_id VARCHAR(64), 
	move TEXT, 
	events TEXT NOT NULL, 
	state BLOB NOT NULL, 
	at DOUBLE NOT NULL, 
	CONSTRAINT pk_entry PRIMARY KEY (room, version), 
	CONSTRAINT fk_entry_room FOREIGN KEY(room) REFERENCES room (id) ON DELETE CASCADE, 
	CONSTRAINT uq_entry_room_seat_move_id UNIQUE (room, seat, move_id)
);
INSERT INTO "entry" VALUES(1,1,NULL,NULL,NULL,NULL,'[["dealt"]]',X'789C8B562A2E492C4955D2318805001614037A',1700000002.0);
INSERT INTO "entry" VALUES(1,2,0,0,'m1','["take",3]','[["took",0,3]]',X'789C8B562A2E492C4955D251CA35548A050021B0042C',1700000003.0);
INSERT INTO "entry" VALUES(1,3,1,0,'m1','["take",3]','[["took",1,3]]',X'789C8B562A2E492C4955D251CA35548A050021B0042C',1700000004.0);
CREATE TABLE "key" (
	hash VARCHAR(64) NOT NULL, 
	room INTEGER NOT NULL, 
	grant VARCHAR(64) NOT NULL, 
	seat INTEGER, 
	made DOUBLE NOT NULL, 
	CONSTRAINT pk_key PRIMARY KEY (hash), 
	CONSTRAINT fk_key_room FOREIGN KEY(room) REFERENCES room (id) ON DELETE CASCADE
);
INSERT INTO "key" VALUES('hash of the host''s key',1,'host',NULL,1700000001.0);
CREATE TABLE room (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	code VARCHAR(64) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	rules INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	table_text TEXT NOT NULL, 
	waiting TEXT NOT NULL, 
	created DOUBLE NOT NULL, 
	touched DOUBLE NOT NULL, said INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT uq_room_code UNIQUE (code)
);
INSERT INTO "room" VALUES(1,'ADA','dream_home',1,3,1,'{"host":"Ada","seats":2}','[0]',1700000001.0,1700000004.0,0);
INSERT INTO "room" VALUES(2,'CELINA','my_shelfie',1,0,0,'{"host":"Celina"}','[]',1700000006.0,1700000006.0,0);
CREATE TABLE say (
	id INTEGER NOT NULL, 
	room INTEGER NOT NULL, 
	place VARCHAR(64) NOT NULL, 
	seat INTEGER, 
	name TEXT NOT NULL, 
	text TEXT NOT NULL, 
	at DOUBLE NOT NULL, 
	deleted BOOLEAN NOT NULL, 
	CONSTRAINT pk_say PRIMARY KEY (id), 
	CONSTRAINT fk_say_room FOREIGN KEY(room) REFERENCES room (id) ON DELETE CASCADE
);
INSERT INTO "say" VALUES(1,1,'table',1,'Bruno','buona fortuna',1700000005.0,0);
CREATE INDEX ix_key_room ON "key" (room);
CREATE INDEX ix_say_room_place_id ON say (room, place, id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('room',2);
COMMIT;
