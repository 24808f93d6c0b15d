print("mudra")
