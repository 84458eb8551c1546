"""Makes the signatures of this folder with botocore, the signer of AWS's own Python library:

    python3 test/golden/shared-files/make.py > test/golden/shared-files/signatures.json

It needs the package botocore; nothing is sent. The keys and the four examples are those that AWS publishes for Amazon S3
(https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html): their signatures are copied from there, and this
program checks that botocore makes the same ones.
"""

import datetime
import hashlib
import json
import sys

import botocore
from botocore import auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.utils import percent_encode

KEY = "AKIAIOSFODNN7EXAMPLE"
SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
AT = "20130524T000000Z"
BUCKET = "examplebucket"
HOST = f"{BUCKET}.s3.amazonaws.com"


class AtThatTime(datetime.datetime):
    @classmethod
    def utcnow(cls):
        return cls.strptime(AT, "%Y%m%dT%H%M%SZ")


auth.datetime.datetime = AtThatTime


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def signature(case, token=None):
    path = "/" + percent_encode(case.get("name", ""), safe="/~")
    request = AWSRequest(
        method=case["method"],
        url=f"https://{HOST}{path}",
        params=case.get("query", {}),
        headers=dict(case.get("headers", {})),
    )
    signer = auth.S3SigV4Auth(Credentials(KEY, SECRET, token), "s3", "us-east-1")
    signer.payload = lambda _: case["payload"]
    # botocore would leave this header out if there is a Date.
    signer._set_necessary_date_headers = lambda given: given.headers.add_header("X-Amz-Date", AT)
    signer.add_auth(request)
    return request.headers["Authorization"].split("Signature=")[1]


EMPTY = sha256("")
PUBLISHED = [
    {
        "method": "GET",
        "name": "test.txt",
        "headers": {"range": "bytes=0-9"},
        "payload": EMPTY,
        "signature": "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    },
    {
        "method": "PUT",
        "name": "test$file.text",
        "headers": {
            "date": "Fri, 24 May 2013 00:00:00 GMT",
            "x-amz-storage-class": "REDUCED_REDUNDANCY",
        },
        "payload": sha256("Welcome to Amazon S3."),
        "signature": "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    },
    {
        "method": "GET",
        "query": {"lifecycle": ""},
        "payload": EMPTY,
        "signature": "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    },
    {
        "method": "GET",
        "query": {"max-keys": "2", "prefix": "J"},
        "payload": EMPTY,
        "signature": "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    },
]
NAMES = ["two  spaces.csv", "题库/第一 题.csv", "a+b=c&d.csv", "100%25.csv", "!'()*~,;:@$#?.txt", "é/😀_-.x"]
OWN = [{"method": "PUT", "name": name, "payload": sha256(name)} for name in NAMES]
OWN += [{"method": "GET", "name": name, "payload": "UNSIGNED-PAYLOAD"} for name in NAMES]
OWN += [
    {
        "method": "PUT",
        "name": NAMES[1],
        "query": {"partNumber": "10", "uploadId": "a+b/c==~ 题"},
        "payload": sha256("part"),
    },
    {"method": "POST", "name": NAMES[2], "query": {"uploads": ""}, "payload": "UNSIGNED-PAYLOAD"},
    {"method": "DELETE", "name": NAMES[3], "payload": "UNSIGNED-PAYLOAD"},
    {
        "method": "GET",
        "query": {
            "list-type": "2",
            "encoding-type": "url",
            "prefix": "题 库/+=",
            "continuation-token": "1&/=+ *",
        },
        "payload": "UNSIGNED-PAYLOAD",
    },
]
for case in PUBLISHED:
    if signature(case) != case["signature"]:
        sys.exit(f"botocore signs another way: {case}")
for case in OWN:
    case["signature"] = signature(case)
TOKEN = "a/session+token=="
tokens = [{**case, "token": TOKEN, "signature": signature(case, TOKEN)} for case in OWN[:1]]
facts = {"botocore": botocore.__version__, "key": KEY, "secret": SECRET, "at": AT, "bucket": BUCKET}
print(json.dumps({**facts, "published": PUBLISHED, "own": OWN + tokens}, ensure_ascii=False, indent=1))
